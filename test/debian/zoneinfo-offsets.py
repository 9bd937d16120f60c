"""What Python's zoneinfo says about instants, and about every transition that the zone files themselves list.

Reads {"zones": {name: [instant, ...]}, "around": [seconds, ...], "from": instant, "until": instant} on standard input. Writes one line
of JSON a zone: [name, [instant, offset, instant, offset, ...]]. PYTHONTZPATH says which zone files are asked.
"""

import json
import os
import struct
import sys
from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo

EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
HEADER = struct.Struct(">4sc15x6L")


def listed_transitions(name):
    """The transition times of the 64-bit block (RFC 9636, 3.2)."""
    with open(os.path.join(os.environ["PYTHONTZPATH"], name), "rb") as file:
        data = file.read()
    _, _, ut, standard, leap, times, types, characters = HEADER.unpack_from(data)
    at = 44 + times * 5 + types * 6 + characters + leap * 8 + standard + ut
    times = HEADER.unpack_from(data, at)[5]
    return struct.unpack_from(">%dq" % times, data, at + 44)


def main():
    request = json.load(sys.stdin)
    earliest, latest, around = request["from"], request["until"], request["around"]
    for name, instants in request["zones"].items():
        zone = ZoneInfo(name)
        asked = set(instants)
        asked.update(at + seconds for at in listed_transitions(name) if earliest <= at < latest for seconds in around)
        answers = []
        for at in sorted(asked):
            local = (EPOCH + timedelta(seconds=at)).astimezone(zone)
            offset = local.utcoffset()
            answers += (at, offset.days * 86400 + offset.seconds)
        print(json.dumps([name, answers], separators=(",", ":")))


main()
