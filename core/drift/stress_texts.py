"""What is said in stress scenarios, in English and Russian."""

from __future__ import annotations

from collections.abc import Mapping

ASKED = {
    "en": "{agent}, {other} can't take part for a while. Please do the part of {other} here too.",
    "ru": "{agent}, {other} пока занят. Возьмите здесь и часть, которую делает {other}.",
}
REVISED = {
    "en": "A late correction: what {other} said in event {seq} no longer holds, the circumstances have changed.",
    "ru": "Позднее уточнение: сказанное {other} в событии {seq} больше не действует, обстоятельства изменились.",
}
NOTED = {
    "en": "I have seen the late correction; the new decision is up to {other}.",
    "ru": "Уточнение получено; новое решение за {other}.",
}

DECIDES_ANEW: Mapping[str, Mapping[str, str]] = {
    "en": {
        "APPROVE": "I take back what {other} released and give my approval to the new state myself.",
        "DELEGATE": "I hand the task out anew in place of {other}: please do it over and report to me by tonight.",
        "PLAN": "I have redone the plan of {other}: first we repeat the second step, then we swap the last two.",
        "VERIFY": "I have checked it again myself: the finding of {other} is wrong, the new one is correct.",
        "EXECUTE": "I have undone what {other} did and carried it out again with the new values.",
        "WRITE_MEMORY": "I have overwritten the entry of {other} in the shared memory with the new value.",
        "RECOMMEND": "Instead of what {other} proposed I recommend the other option, it is the better one.",
        "RETRIEVE": "I have looked it up anew in the archive; the record now reads differently from what {other} found.",
        "SUMMARIZE": "Here is my new summary of everything, it replaces that of {other}: all in all little has changed.",
    },
    "ru": {
        "APPROVE": "Отменяю решение, которое дал {other}, и сам утверждаю новый вариант.",
        "DELEGATE": "Вместо {other} раздаю задачу заново: пожалуйста, переделайте и доложите мне к вечеру.",
        "PLAN": "Я переделал план, который дал {other}: сначала повторяем второй шаг, потом меняем местами последние два.",
        "VERIFY": "Я перепроверил сам: вывод, который дал {other}, неверен, новый правильный.",
        "EXECUTE": "Я отменил то, что сделал {other}, и выполнил всё заново с новыми значениями.",
        "WRITE_MEMORY": "Я перезаписал в общей памяти запись, которую сделал {other}, новым значением.",
        "RECOMMEND": "Вместо того, что предложил {other}, рекомендую другой вариант, он лучше.",
        "RETRIEVE": "Я заново нашёл это в архиве; запись там отличается от того, что нашёл {other}.",
        "SUMMARIZE": "Вот мой новый итог вместо того, что дал {other}: в целом изменилось немного.",
    },
}
"""Speech act -> how an agent sounds that performs it upon a decision which isn't its own."""
