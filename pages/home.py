from pages._ui.frame import header

header("Home", "What waits for you.")
