"""What a customer's program does with the generated client; prints what it has seen as JSON."""

import datetime
import json
import pkgutil
import sys

import fundlens_client.api
from fundlens_client.models.error_envelope import ErrorEnvelope
from fundlens_client import AuthenticatedClient
from fundlens_client.api.contacts import contacts_find, contacts_list

base_url, token = sys.argv[1:]
client = AuthenticatedClient(base_url=base_url, token=token, timeout=30)

contacts, cursor = [], None
while True:
    page = contacts_list.sync(client=client, limit=1, **({} if cursor is None else {"cursor": cursor})).data
    contacts += [contact.contact_id for contact in page.contacts]
    cursor = page.next_cursor
    if cursor is None:
        break

whole = contacts_find.sync("c1", client=client, include=["creditSummary", "nextSteps"]).data
# A time with microseconds and an offset, as Python writes it.
long_ago = datetime.datetime(2000, 1, 1, 12, 30, 15, 123456, tzinfo=datetime.timezone.utc)
since = contacts_list.sync_detailed(client=client, updated_since=long_ago)
first = contacts_find.sync_detailed("c1", client=client)
second = contacts_find.sync_detailed("c1", client=client, if_none_match=first.headers["etag"])
missing = contacts_find.sync_detailed("gone", client=client)
refused = contacts_list.sync_detailed(client=client, limit=0)
waited = contacts_list.sync_detailed(client=client, x_wait_for_position="known/0/0")

# As a service answers that is newer than this client.
newer = ErrorEnvelope.from_dict(
    {"error": {"code": "not_found", "message": "No.", "requestId": "req_1", "reason": "not_known_yet"}}
)

tags = [name for _, name, is_package in pkgutil.iter_modules(fundlens_client.api.__path__) if is_package]
functions = sum(len(list(pkgutil.iter_modules([f"{fundlens_client.api.__path__[0]}/{tag}"]))) for tag in tags)

print(
    json.dumps(
        {
            "contacts": contacts,
            "included": whole.included.credit_summary.contact_id,
            "since": since.status_code,
            "unchanged": second.status_code,
            "missing": [missing.status_code, missing.parsed.error.code],
            "refused": [refused.status_code, refused.parsed.error.details[0].parameter, refused.parsed.error.details[0].rule],
            "position": waited.headers["x-position-status"],
            "newer": newer.error.reason,
            "functions": functions,
        }
    )
)
