from plotly.graph_objects import Figure

from pages._ui.charts import event_axis, label_side


def test_a_short_run_has_whole_events_on_its_axis():
    figure = Figure()
    event_axis(figure, [0, 1, 2])
    assert figure.layout.xaxis.dtick == 1
    event_axis(figure, [1, 21])
    assert figure.layout.xaxis.dtick == 2
    event_axis(figure, range(1, 400))
    assert figure.layout.xaxis.dtick is None


def test_no_line_strikes_through_the_words_of_another():
    assert label_side(1.33, [0.36, 1.47], 1.65) == "bottom"
    assert label_side(1.47, [0.36, 1.33], 1.65) == "top"
    assert label_side(0.36, [1.33, 1.47], 1.65) == "top"
