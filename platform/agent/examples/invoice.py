"""Pays an invoice with Python's standard library: proposes, waits for a person, presents, and prints the outcome."""

import json
import os
import sys
import time
import urllib.error
import urllib.request

GATEWAY = os.environ["SANAD_GATEWAY"].rstrip("/")
HEADERS = {
    "authorization": f"Bearer {os.environ['SANAD_TOKEN']}",
    "x-service-contract": os.environ["SANAD_MANDATE"],
    "content-type": "application/json",
}
TOOL, GRANT = "/v1/tools/{name}", "/v1/grants/{grant_id}"


def ask(path, body=None):
    data = None if body is None else json.dumps(body).encode()
    try:
        with urllib.request.urlopen(urllib.request.Request(GATEWAY + path, data, HEADERS), timeout=60) as response:
            return json.load(response)
    except urllib.error.HTTPError as refusal:
        return {"status": "rejected", "http_status": refusal.code, "detail": refusal.read().decode()}
    except OSError as error:
        sys.exit(f"No answer came ({error}). Run the same command again: nothing is paid twice.")


described = ask("/openapi.json").get("paths", {})
if TOOL not in described or GRANT not in described:
    sys.exit(f"{GATEWAY} is no gateway that this example knows: its /openapi.json lacks {TOOL} or {GRANT}.")
tool = TOOL.format(name="propose_transfer")
outcome = ask(tool, json.loads(sys.argv[1]))
while outcome["status"] == "pending":
    waited = ask(GRANT.format(grant_id=outcome["grant_id"]) + "?wait=30")
    # Busy is no answer about the grant.
    if waited.get("http_status") in (429, 503):
        time.sleep(1)
    else:
        outcome = waited
if outcome["status"] == "approved":
    outcome = ask(tool, {"grant_id": outcome["grant_id"]})
print(json.dumps(outcome))
