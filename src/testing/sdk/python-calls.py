"""What python.test.ts runs with the generated module beside it: `python3 calls.py <case> <JSON>`, which prints JSON."""

import hashlib
import json
import os
import sys

import caseport as sdk
from caseport import Caseport

given = json.loads(sys.argv[2]) if len(sys.argv) > 2 else {}
caseport = Caseport(api_key=os.environ["KEY"], base_url=os.environ["BASE_URL"], sleep=lambda seconds: None)


def raised(call):
    """The error of a call, as JSON."""
    try:
        return {"returned": call()}
    except sdk.ApiError as error:
        names = ("operation", "status", "code", "reason", "detail", "attempts")
        return {"class": type(error).__name__, **{name: getattr(error, name) for name in names}}
    except (TypeError, sdk.CaseportError) as error:
        return {"class": type(error).__name__, "message": str(error)}


def read_and_change():
    created = caseport.clients.create({"firstName": "Ada", "lastName": given["lastName"], "externalId": "a/b ü"})
    client = created["client"]
    named = caseport.clients.get("external:a/b ü", fields=["lastName"])["client"]
    updated = caseport.clients.update(client["id"], {"phone": "(412) 555-0123"}, if_match=client["revision"])
    return {
        "etag": created["etag"],
        "named": named,
        "revision": updated["client"]["revision"],
        "stale": raised(lambda: caseport.clients.update(client["id"], {"phone": None}, if_match=client["revision"])),
        "duplicate": raised(lambda: caseport.clients.create({"firstName": "B", "lastName": "C", "externalId": "a/b ü"})),
        "invalid": raised(lambda: caseport.clients.create({"firstName": ""})),
        "missing": raised(lambda: caseport.cases.get("case_none")),
        "unchanged": raised(lambda: caseport.organization.get(if_none_match=caseport.organization.get()["etag"])),
        "unknown option": raised(lambda: caseport.clients.get(client["id"], retries=1)),
        "no ID": raised(lambda: caseport.clients.get("..")),
        "any": caseport.request("GET", "/clients?limit=1")["clients"][0].keys() >= {"id"},
    }


def list_pages():
    pages = list(caseport.clients.list({"limit": 2}).pages())
    return {
        "pages": [len(page["clients"]) for page in pages],
        "ids": [client["id"] for client in caseport.clients.list({"limit": 2})],
        "first": len(caseport.clients.list({"limit": 2}).first()["clients"]),
        "feed": len(list(caseport.events.list({"limit": 100}))),
    }


def create_client():
    return caseport.clients.create({"firstName": "Lost", "lastName": given["lastName"]})["client"]["lastName"]


def create_lead():
    return caseport.leads.create({"firstName": "Lost", "lastName": given["lastName"], "phone": "+1 512 555 0143", "caseType": "dog_bite"})["lead"]["lastName"]


def read_me():
    return raised(lambda: caseport.request("GET", "/me", max_retries=0))


def update_lead():
    return raised(lambda: caseport.leads.update(given["leadId"], {"lastName": "Twice"}))


def follow():
    seen = []
    store = sdk.FileCursorStore("cursor")
    for page in caseport.events.follow(store, start=given.get("start", "oldest"), limit=2, stop=lambda: len(seen) >= given["count"]):
        seen.extend(event["entityId"] for event in page.events)
    return {"seen": seen, "cursor": store.load() is not None}


def upload():
    sdk._LARGEST_FORM = given["largestForm"]
    with open("large.bin", "wb") as file:
        file.write(b"%PDF-1.4\n" + os.urandom(given["bytes"]))
    progress = []
    options = {"idempotency_key": given["idempotencyKey"]} if "idempotencyKey" in given else {}
    uploaded = caseport.documents.upload(
        given["caseId"], "large.bin", {"category": "police_report"}, content_type="application/pdf",
        on_progress=lambda phase, sent, total: progress.append([phase, sent, total]), **options
    )
    with open("large.bin", "rb") as file:
        sha256 = hashlib.sha256(file.read()).hexdigest()
    download = caseport.documents.download(uploaded["document"]["id"])["download"]
    return {"sha256": sha256, "stored": download["sha256"], "keys": sorted(uploaded), "phases": sorted({phase for phase, _, _ in progress}), "end": progress[-1][1:]}


def verify():
    return raised(lambda: sdk.verify(given["body"].encode(), given["headers"], given["secrets"]))


print(json.dumps(globals()[sys.argv[1]]()))
