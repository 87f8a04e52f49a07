"""Units and currencies: their spellings, what they measure, and how they convert.

A small table of our own rather than a general units library: it has to read five languages,
currencies and counted nouns inside running text, within microseconds.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from core.contract.checks.anycase import AnyCase
from core.contract.checks.words import fold, stem


@dataclass(frozen=True, slots=True)
class Unit:
    """What a number measures and how to bring it to the base unit of that dimension."""

    dim: str
    """'mass', 'time', 'money:USD', 'percent', ...; two numbers compare only within one."""
    factor: float
    name: str
    offset: float = 0.0
    other_factor: float = 0.0
    """A second usual reading (a megabyte of 1024 x 1024 bytes); 0 if there is none."""


# dimension | name | factor | spellings. A spelling in capitals or with capitals inside keeps its case.
_TABLE = """
money:USD|USD|1|$ us$ usd долларам долларами долларах dollar dollars dollar(s) доллар доллара долларов долл dollars dólar dólares
money:EUR|EUR|1|€ eur euro euros евро
money:GBP|GBP|1|£ gbp pound pounds quid фунт фунта фунтов pfund livres libras
money:RUB|RUB|1|₽ rub rur руб т.р. рубль рубля рублей рублях рублями рублям рублю рублём рублем rouble roubles ruble rubles rubel р.
money:EUR|EUR|1000|keur kEUR k€ teur t€
money:EUR|EUR|1000000|meur mEUR MEUR m€
money:USD|USD|1000|kusd kUSD k$
money:USD|USD|1000000|musd MUSD m$
money:GBP|GBP|1000|kgbp k£
money:GBP|GBP|1000000|m£
money:cent|ct|0.01|pence penny cent cents ct ¢ цент цента центов céntimos centimes centime céntimo
money:CHF|CHF|1|chf franken francs swiss_francs swiss_franc schweizer_franken francs_suisses
money:JPY|JPY|1|¥ jpy yen
money:AUD|AUD|1|aud a$ au$
money:CAD|CAD|1|cad c$ ca$
money:PLN|PLN|1|zł pln zloty zlotys złoty złotych
money:SEK|SEK|1|sek
money:NOK|NOK|1|nok
money:DKK|DKK|1|dkk
money:CZK|CZK|1|czk kč
money:INR|INR|1|₹ inr rupee rupees
money:CNY|CNY|1|cny rmb yuan юаней юаня юань
money:UAH|UAH|1|₴ uah
money:KZT|KZT|1|₸ kzt тенге
percent|%|1|% percentage_points percentage_point prozentpunkte prozentpunkten п.п. v._h. процентам процентами процентах percent pct p.c. per cent por ciento pour cent процент процента процентов проц prozent pourcent
permille|‰|1|‰ per_mille промилле promille
percent|bp|0.01|bp bps basis points
mass|kg|1|kg кило килограммам килограммами килограммах kilo kilos kilogram kilograms kilogramme кг килограмм килограмма килограммов kilogramm
mass|g|0.001|g граммам граммами gram grams gramme grammes г гр грамм грамма граммов gramm gramos
mass|mg|0.000001|mg milligram milligrams мг миллиграмм миллиграмма
mass|µg|0.000000001|µg μg mcg microgram micrograms мкг микрограмм
mass|t|1000|t тоннам тоннами тоннах ton tons tonne tonnes тонн тонна тонны т tonnen toneladas
mass|ц|100|центнер центнера центнеров ц
mass|Ztr|50|zentner
mass|lb|0.45359237|lb lbs pounds_weight
mass|oz|0.028349523|oz ounce ounces
length|km|1000|km километрам километрами километрах kilometre kilometres kilometer kilometers км километр километра километров
length|m|1|m метрам метрами метрах metre metres meter meters м метр метра метров mètre mètres metros
length|dm|0.1|dm decimetre decimetres decimeter decimeters дециметр дециметра дециметров dezimeter décimètre décimètres decímetro decímetros
length|cm|0.01|cm centimetre centimetres centimeter centimeters см сантиметр сантиметров
length|mm|0.001|mm millimetre millimetres millimeter millimeters мм миллиметр миллиметров
length|µm|0.000001|µm μm micron microns мкм
length|ft|0.3048|ft feet foot
length|in|0.0254|inch inches
length|yd|0.9144|yd yard yards
length|nmi|1852|nmi nautical miles
length|mi|1609.344|mile miles
area|m²|1|sq_m sq._m square metres square meters square metre quadratmeter кв. м квадратных метров mètres carrés metros cuadrados m² m2 sqm м² м2 кв.м
area|km²|1000000|km² km2 square kilometres square kilometers км²
area|ft²|0.09290304|sq_ft sq._ft square_feet square_foot sqft ft²
area|сотка|100|соток сотки сотка сотку сотками
area|ac|4046.8564224|acre acres
area|ha|10000|ha hectare hectares га гектар гектара гектаров hektar
volume|l|1|l L литрам литрами литрах litre litres liter liters л литр литра литров
volume|ml|0.001|ml mL millilitre millilitres milliliter milliliters мл миллилитр миллилитра миллилитров
volume|cl|0.01|cl centilitre centilitres
volume|dl|0.1|dl decilitre decilitres
volume|hl|100|hl hectolitre hectolitres гл
volume|hm³|1000000000|hm³ hm3
volume|cm³|0.001|cm³ cm3 cc
volume|gal|3.785411784|gal gallon gallons
volume|fl oz|0.0295735296|fl_oz fl._oz fluid_ounce fluid_ounces
volume|tbsp|0.0147867648|tbsp tablespoon tablespoons
volume|tsp|0.00492892159|tsp teaspoon teaspoons
volume|pt|0.56826125|pint pints
volume|m³|1000|куб куба кубов кубами кубометр кубометрами кубических_метров кубических_метра cbm cubic metres cubic meters кубометров кубометра куб. м kubikmeter mètres cubes metros cúbicos m³ m3 м³
time|s|1|s секундам секундами секундах sec secs second seconds сек секунд секунда секунды sekunde sekunden seconde secondes segundo segundos
time|ms|0.001|ms msec millisecond milliseconds мс миллисекунд
time|min|60|min минутам минутами минутах mins minute minutes мин минут минута минуты minuten minuto minutos
time|h|3600|h часам часами часах hr hrs hour hours ч час часа часов stunde stunden std heure heures hora horas
time|d|86400|d дням днями днях day days день дня дней сут суток tag tage tagen jour jours día días
time|fn|1209600|fortnight fortnights
time|wk|604800|неделям неделями неделях week weeks неделя недели недель неделю woche wochen semaine semaines semana semanas
time|mo|2629746|месяцам месяцами месяцах month months месяц месяца месяцев мес monat monate monaten monats mois mes meses
time|y|31556952|годам годами годах year years yr yrs год года лет jahr jahre jahren an ans année années año años
temp|°C|1|градусам градусами градусах degrees_celsius degrees_c °c ℃ c° °С degc celsius градус градуса градусов град grad degrés grados degrees °
temp|°F|0.5555555556|degrees_fahrenheit degrees_f °f ℉ fahrenheit
speed|m/s|1|m/s м/с
speed|km/h|0.2777777778|km/h kmh kph км/ч
speed|mph|0.44704|mph
speed|kn|0.514444|kn knots
power|W|1|W watt watts вт ватт
power|kW|1000|kW kw kilowatt kilowatts квт киловатт киловатта kilowatt
power|MW|1000000|MW megawatt megawatts мвт мегаватт
power|GW|1000000000|GW gigawatt gigawatts
energy|Wh|0.001|Wh wh watt-hours watt-hour watt_hours wattstunden вт·ч вт⋅ч втч
energy|kWh|1|kWh kwh квтч кВт·ч kilowatt-hours kilowatt-hour kilowatt_hours kilowattstunden
energy|MWh|1000|MWh mwh
energy|GWh|1000000|GWh gwh
energy|kcal|1|kcal calories calorie ккал kilocalories
apparent|kVA|1|kVA kva ква кВА
apparent|MVA|1000|MVA mva мва МВА
force|kN|1000|kN кН
force|MN|1000000|MN
torque|Nm|1|Nm newton_metres newton_meters newtonmeter newton-metres newton-meters Н·м
torque|Ncm|0.01|Ncm newton_centimetres newton_centimeters newton-centimetres Н·см
torque|kNm|1000|kNm
power|hp|745.7|hp horsepower л.с. bhp
flow|l/s|60|l/s L/s л/с
flow|l/min|1|l/m l/min lpm л/мин
flow|m³/h|16.6666667|m³/h m3/h м³/ч
conductivity|µS/cm|1|µS/cm μS/cm
pressure|bar|1|bar бар
pressure|mbar|0.001|mbar hPa hpa
pressure|MPa|10|MPa мпа
pressure|mmHg|0.00133322|mmHg mmhg
pressure|kPa|0.01|kPa kpa кпа kilopascal kilopascals
pressure|psi|0.0689476|psi
voltage|V|1|V volt volts вольт
voltage|kV|1000|kV kilovolt kilovolts киловольт кВ
voltage|mV|0.001|mV millivolt millivolts
current|A|1|A amp amps ampere amperes ампер
current|mA|0.001|mA milliamp milliamps
frequency|Hz|1|hz герц hertz
frequency|MHz|1000000|mhz megahertz мегагерц
frequency|GHz|1000000000|ghz gigahertz гигагерц
sound|dB|1|db dB db(a) dba дб децибел decibels decibel decibelios décibels décibel dezibel децибела децибелов
frequency|kHz|1000|khz kilohertz
charge|Ah|1|ah
charge|mAh|0.001|mah
rotation|rpm|1|rpm
concentration|ppm|1|ppm
resolution|dpi|1|dpi
pixel|px|1|px pixels
light|lx|1|lux lx люкс
turbidity|NTU|1|ntu
bitrate|Mbit/s|1000000|megabits megabit мегабит mbit/s mbps Mb/s мбит/с mbit
bitrate|Gbit/s|1000000000|gigabits gigabit гигабит gbit/s gbps Gb/s гбит/с
bitrate|kbit/s|1000|kbit/s kbps кбит/с
"""
_BINARY = """
KB|1000|1024|kb KB kilobyte kilobytes кб Ko Ki KiB kibibyte kibibytes килобайт
MB|1000000|1048576|mb MB megabyte megabytes mib MiB мб мегабайт Mo Mi mebibyte mebibytes
GB|1000000000|1073741824|gb GB gigabyte gigabytes gigs gib GiB гб гигабайт Go Gi gibibyte gibibytes
TB|1000000000000|1099511627776|tb TB terabyte terabytes tib TiB тб терабайт To Ti tebibyte tebibytes
byte|1|1|byte bytes байт байта
"""

SPELLINGS: dict[str, Unit] = {}
for _row in _TABLE.strip().splitlines():
    _dim, _name, _factor, _words = _row.split("|")
    for _word in _words.replace("\u00a0", "_").split(" "):
        _word = _word.replace("_", " ")
        _offset = -32.0 if _name == "°F" else 0.0
        SPELLINGS[_word] = Unit(_dim, float(_factor), _name, _offset)
for _row in _BINARY.strip().splitlines():
    _name, _factor, _second, _words = _row.split("|")
    for _word in _words.split(" "):
        SPELLINGS[_word] = Unit("data", float(_factor), _name, 0.0, float(_second))

SPELLINGS["т.р."] = Unit("money:RUB", 1000.0, "RUB")
_ordered = sorted(SPELLINGS, key=len, reverse=True)
_body = "|".join(re.escape(word) for word in _ordered)
AFTER = AnyCase(
    rf"[ \u00a0\u202f\u2009-]?(?:({_body})(?![^\W\d_])|({_body})(?=ig(?:e[nrsm]?)?(?!\w)))",
    re.IGNORECASE,
)
"""A unit right after a number."""
BEFORE = AnyCase(
    r"(us\$|au?\$|ca?\$|usd|eur|gbp|chf|rub|jpy|aud|cad|pln|sek|nok|dkk|czk|inr|cny|rmb|[$€£¥₽₹₴₸])[ \u00a0\u202f]?$",
    re.IGNORECASE,
)
"""A currency right before a number."""

DIM_CONCEPT = {
    "mass": "#weight",
    "temp": "#temperature",
    "money": "#cost",
    "speed": "#speed",
    "pressure": "#pressure",
    "power": "#power",
    "sound": "#noise",
    "data": "#size",
    "time": "#day",
}
"""What a unit alone says about the quantity ('72 kg' is a weight)."""

_PER = AnyCase(
    r"\s?(?:/|(?:per|each|every|a|an|pro|je|par|por|al|в|за|на|and|und|et)\s+)\s?(?:(?:calendar|contract|academic|school|working|business|rolling|full|policy|fiscal|financial|учебный|календарный|рабочий|отчётный|kalender-?|année de)\s)?(square (?:m(?:et(?:re|er))?s?|feet|foot|kilomet(?:re|er)s?)|кв(?:\.|адратн\w+) м(?:етр\w*)?|m[eè]tros? (?:cuadrado|carré)s?|mètres? carrés?|[^\W\d_]+²?)(?![^\W_])",
    re.IGNORECASE,
)
_PER_NAMES = {
    "term": "term semester semestre семестр полугодие trimester",
    "quarter": "quarter quartal trimestre квартал",
    "night": "night nights nacht nuit noche ночь сутки nuitée",
    "day": "day daily d tag jour día день сутки täglich сут morning mornings evening evenings утро вечер morgen abend matin soir",
    "week": "week wk woche semaine semana неделю неделя weekly wöchentlich hebdomadaire semanal еженедельно нед",
    "month": "month mo мес monat mois mes месяц monthly monatlich mensuel mensuelle mensual ежемесячно ежемесячный",
    "year": "year yr annum jahr an año год yearly annual annually jährlich annuel annuelle anual годовых ежегодно",
    "hour": "hour h hr stunde heure hora час std ч",
    "minute": "minute min minuto минуту мин",
    "second": "second s с сек sec sekunde seconde секунду sek segundo",
    "person": "person apiece pp passenger passengers traveller traveler travellers passagier fahrgast voyageur viajero pasajero пассажира attendee participant head guest pax kopf personne persona человека human чел",
    "m²": "m² m2 sqm quadratmeter м²",
    "claim": "claim event schadensfall sinistre siniestro случай",
    "user": "user seat nutzer utilisateur usuario пользователя место",
    "meal": "meal mahlzeit repas comida порцию",
    "unit": "unit piece item stück pièce unidad штуку шт",
    "ha": "ha hectare hectares hektar hektare hectárea hectáreas гектар гектара га",
    "km²": "km² km2",
    "km": "km км kilometer kilometre kilómetro",
    "kg": "kg кг kilo kilogram kilogramm kilogramo килограмм",
    "t": "t tonne ton tonnen tonelada тонна тонну",
    "cm": "cm",
    "m": "m metre meter metro mètre метр",
    "ml": "ml millilitre milliliter",
    "l": "l litre liter л литр",
}
_ADVERB = AnyCase(
    r"\s(?P<year>p\.\s?a\.)|\s(?P<person>p\.\s?p\.|pp|apiece)(?!\w)|"
    r"\s(?P<word>daily|weekly|monthly|yearly|annually|täglich|wöchentlich|monatlich|jährlich|еженедельно|ежемесячно|ежегодно)(?!\w)|"
    r"\s(?:am|im|die|la|с)\s(?P<noun>tag|monat|jahr|woche|stunde|nuit|semaine|noche|semana|hora|человека)(?!\w)"
    r"(?! (?:de[rs]?|du|del|pasad\w*|próxim\w*|derni\w*|proch\w*|suivant\w*|siguiente|\d))",
    re.IGNORECASE,
)
"""Rates in one word, or with an article: '40 EUR monthly', '5 % p.a.', '80 Euro im Monat'."""
_PER_OPEN = AnyCase(r"\s?(?:per|each|every|pro|je|par|por|/)(?=\s)|\s?/", re.IGNORECASE)
"""Words after which any noun is what a rate counts by."""
_PER_LOOKUP = {word: name for name, words in _PER_NAMES.items() for word in words.split()}


@lru_cache(maxsize=4096)
def unit_named(spelling: str) -> Unit | None:
    """Return the unit with that spelling, first as written, then in lower case."""
    return (
        SPELLINGS.get(spelling) or SPELLINGS.get(spelling.lower()) or SPELLINGS.get(fold(spelling))
    )


def unit_after(text: str, position: int) -> tuple[Unit | None, int]:
    """Return the unit that starts at a position of the text, and where it ends."""
    match = AFTER.match(text, position)
    if match is None:
        return None, position
    spelling = match.group(1) or match.group(2)
    unit = unit_named(spelling)
    return (unit, match.end()) if unit is not None else (None, position)


def rate_names(unit: str) -> tuple[str, ...]:
    """Return the words for what a rate counts by ('night' -> 'night', 'nacht', ...)."""
    return (unit, *_PER_NAMES.get(unit, "").split())


def _square(word: str) -> str:
    """Return the unit of area that a rate counts by, if it is told in words."""
    if word.startswith("square k"):
        return "km²"
    if word.startswith("square f"):
        return "ft²"
    return "m²" if word.startswith(("square", "кв")) or word.endswith(("drado", "rré")) else ""


def rate_after(text: str, position: int) -> tuple[frozenset[str], int]:
    """Return what a quantity is counted per ('/night', 'per m² per month'), and where it ends."""
    found: set[str] = set()
    for _ in range(2):
        match = _PER.match(text, position)
        word = match.group(1).lower() if match else ""
        name = _square(word) or _PER_LOOKUP.get(word)
        if name is None and match is not None and _PER_OPEN.match(match.group()):
            name = stem(word)  # 'two tests per term'
        if match is None or name is None:
            match = _ADVERB.match(text, position)
            if match is None:
                break
            group = match.lastgroup or "word"
            name = _PER_LOOKUP[match[group].lower()] if group in ("word", "noun") else group
        found.add(name)
        position = match.end()
    return frozenset(found), position
