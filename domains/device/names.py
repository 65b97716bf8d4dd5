"""What worlds are filled with: apps, accessories, networks, labels. All names are made up."""

APPS = """
Clock|alarm clock|system|18||n
Camera|camera|system|64|cmp|
Gallery|picture|system|92|p|
Notes|note-taking|system|35|n|
Gridlock|sudoku|games|85|n|
Nine Squares|sudoku|games|48|n|
Numberleaf|sudoku|games|120|n|
Rookery|chess|games|140|n|
Castle Corner|chess|games|95|mn|
Sixty-Four|chess|games|61|n|
Skyward Drift|racing|games|1840|n|
Apex Lane|racing|games|2350|mn|
Tuneloft|music|music|180|mn|
Halfbeat|music|music|155|n|
Echo Garden|music|music|240|mn|
Podnest|podcast|music|74|n|
Earshelf|podcast|music|110|n|
Talkalong|podcast|music|58|mn|
Waymark|map|travel|320|ln|
Footpath|hiking|travel|260|lp|
Ridgeline|hiking|travel|190|ln|
Cairn|hiking|travel|145|lp|
Stopwise|bus times|travel|52|ln|
Platform Two|train times|travel|66|ln|
Pennywell|budgeting|finance|44|n|
Ledgerleaf|budgeting|finance|78|cn|
Tallybird|budgeting|finance|51|n|
Coinpurse|banking|finance|130|ckn|
Stridelog|running|health|115|ln|
Pacemate|running|health|98|ln|
Kilometre Club|running|health|165|lkn|
Stillpoint|meditation|health|210|n|
Quiet Harbour|meditation|health|275|n|
Breathwell|meditation|health|84|n|
Nightlight|sleep|health|69|mn|
Dreamledger|sleep|health|102|mn|
Pixelpad|photo editing|photo|410|cp|
Lumenroom|photo editing|photo|530|cp|
Filterfox|photo editing|photo|290|cp|
Inkwell Sketch|drawing|photo|380|p|
Loose Lines|drawing|photo|225|p|
Listmaker|to-do list|productivity|39|n|
Donely|to-do list|productivity|57|n|
Tick Again|to-do list|productivity|42|kn|
Scanly|document scanner|productivity|88|cp|
Paperclip|document scanner|productivity|117|cp|
Larder|recipe|shopping|93|cn|
Spoonful|recipe|shopping|128|n|
Pinch of This|recipe|shopping|76|cn|
Basketful|grocery|shopping|104|ln|
Lingolane|language|learning|198|mn|
Parlova|language|learning|256|mn|
Wordbridge|language|learning|137|mn|
Starchart|astronomy|learning|345|cl|
Featherfind|birdwatching|learning|470|cml|
Daybreak|news|news|71|ln|
Briefly|news|news|63|n|
Raincheck|weather|news|49|ln|
Cloudline|weather|news|83|ln|
"""
"""name | topic | category | megabytes | letters of the permissions asked for (both columns)."""

LETTERS = {
    "c": "camera",
    "m": "microphone",
    "l": "location",
    "k": "contacts",
    "p": "photos",
    "n": "notifications",
}

ACCESSORIES = (
    ("headset", ("Auralis 3", "Murmur One", "Hushline", "Cantata Go")),
    ("speaker", ("Boombrick", "Pebble Sound", "Roomfill Mini", "Voxbox")),
    ("keyboard", ("Clackwell", "Typeset Slim", "Quillboard")),
    ("mouse", ("Glidepoint", "Scurry", "Flickwheel")),
    ("controller", ("Joypath", "Gripline", "Thumbwise")),
    ("printer", ("Inkling 20", "Pagelet", "Printwell")),
    ("car_kit", ("Roadvoice", "Dashlink", "Motorline")),
)
"""Kind, and what accessories of the kind are called."""

PUBLIC_NETWORKS = (
    "Bluebird Cafe", "Library Public", "Corner Bakery", "Station Free", "Riverside Gym",
    "Maple Hotel", "Airport Guest", "Market Hall", "Harbour Lounge",
)  # fmt: skip
OTHER_NETWORKS = ("Skynest", "Moonbase", "Blackwood", "Fernhill", "Attic", "Lighthouse")

FAR_NETWORKS = (
    "Greenhouse", "Treetop", "Northstar", "Rooftop", "Pinecone", "Windmill", "Boathouse", "Cellar",
)  # fmt: skip
"""Networks of neighbours, where there are many."""

PLACES = {
    "phone": ("living room", "kitchen", "hallway", "bedroom"),
    "laptop": ("study", "office", "living room", "dining room"),
    "tablet": ("bedroom", "living room", "car", "garden shed"),
    "watch": ("bathroom", "bedroom", "gym", "hallway"),
    "speaker": ("living room", "study"),
}
"""Where devices of a kind are; each reads well after `in the`."""

ALARMS = (
    ("wake-up", ("06:00", "06:30", "06:45", "07:00", "07:15", "07:30"), "work"),
    ("gym", ("05:45", "06:15", "17:30", "18:00"), "some"),
    ("school run", ("08:10", "08:15", "14:50", "15:00"), "work"),
    ("medication", ("08:00", "12:30", "20:00", "21:00"), "all"),
    ("lunch break", ("12:00", "12:15", "13:00"), "work"),
    ("weekend", ("08:30", "09:00", "09:30"), "end"),
    ("bedtime", ("22:00", "22:15", "22:30"), "all"),
    ("bins", ("19:00", "19:30", "20:30"), "one"),
    ("choir", ("18:15", "18:30", "18:45"), "one"),
    ("dog walk", ("07:45", "16:30", "17:15"), "all"),
    ("early flight", ("03:45", "04:15", "04:30"), "once"),
    ("nap", ("14:30", "15:30", "16:00"), "once"),
)
"""Label, usual times, and when it repeats."""

TIMERS = (
    ("pasta", ("PT9M", "PT10M", "PT12M")),
    ("laundry", ("PT45M", "PT1H", "PT1H15M")),
    ("tea", ("PT4M", "PT5M")),
    ("pizza", ("PT14M", "PT15M", "PT18M")),
    ("parking", ("PT1H", "PT1H30M", "PT2H")),
    ("focus", ("PT25M", "PT45M", "PT50M")),
    ("bread", ("PT35M", "PT40M")),
    ("plank", ("PT2M", "PT3M")),
    ("homework", ("PT20M", "PT30M")),
    ("roast", ("PT1H20M", "PT1H45M", "PT2H15M")),
)
"""Label, and how long such a timer runs."""

QUIET = (
    ("dinner", "19:00", "20:30"), ("yoga class", "18:00", "19:15"), ("reading", "21:00", "22:00"),
    ("concert", "19:30", "22:30"), ("exam", "09:00", "12:00"), ("deep work", "10:00", "12:00"),
    ("cinema", "20:00", "22:15"), ("rehearsal", "19:00", "21:30"),
    ("school play", "14:00", "15:30"),
    ("interview", "11:00", "12:30"), ("church", "10:00", "11:15"), ("lecture", "13:00", "14:30"),
)  # fmt: skip
"""Title, and the usual clock times."""

MESSAGES = (
    "Please hand this in at the front desk",
    "This is lost, please call the number on the back",
    "Reward for whoever finds this",
    "Please leave me with the nearest shop",
    "Lost on the train, please pass me to the staff",
)
