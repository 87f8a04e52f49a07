"""Calibration: inject a handoff fault, go on with and without a repair, let a test score both."""
