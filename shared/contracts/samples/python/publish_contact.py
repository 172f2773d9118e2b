"""Publishes one ContactChanged event and waits until the API shows it. How to run it: README.md beside this file."""

import json
import os
import time
import uuid
from urllib.error import HTTPError
from urllib.parse import urljoin
from urllib.request import Request, urlopen

from confluent_kafka import Producer
from confluent_kafka.schema_registry import SchemaRegistryClient, topic_record_subject_name_strategy
from confluent_kafka.schema_registry.avro import AvroSerializer
from confluent_kafka.serialization import MessageField, SerializationContext

# Beside the API, as its page of the event has it.
SCHEMA_URL = urljoin(os.environ["API_URL"] + "/", "../../docs/events/ContactChanged.avsc")
TOPIC = os.environ.get("TOPIC_PREFIX", "") + "crm.changes.v1"
LOCATION = os.environ["LOCATION_ID"]
DEADLINE_SECONDS = 60


def contact(contact_id):
    """The full state of the contact: what is left out is null. `version` has to grow with each of its changes."""
    now = int(time.time() * 1000)
    meta = {"eventId": str(uuid.uuid4()), "occurredAt": now, "version": now, "locationId": LOCATION, "source": "python"}
    return {"meta": meta, "contactId": contact_id, "firstName": "Ann", "lastName": "Python", "createdAt": now}


def publish(contact_id):
    """Returns the position of the record as `topic/partition/offset` when all in-sync replicas have it."""
    registry = SchemaRegistryClient({"url": os.environ["SCHEMA_REGISTRY_URL"]})
    # Subjects are named <topic>-<record>; a rebuild reads every schema ever written.
    registry.set_compatibility(f"{TOPIC}-fundlens.crm.ContactChanged", "BACKWARD_TRANSITIVE")
    with urlopen(SCHEMA_URL) as response:
        schema = response.read().decode()
    serialize = AvroSerializer(
        registry, schema, conf={"subject.name.strategy": topic_record_subject_name_strategy}
    )
    value = serialize(contact(contact_id), SerializationContext(TOPIC, MessageField.VALUE))

    stored = []
    producer = Producer(
        {
            "bootstrap.servers": os.environ["KAFKA_BROKERS"],
            "enable.idempotence": True,
            # The partitions of Java's client: with another one a key that both publish lies in two partitions.
            "partitioner": "murmur2_random",
        }
    )
    producer.produce(
        TOPIC, key=f"contact:{LOCATION}:{contact_id}", value=value, on_delivery=lambda *report: stored.append(report)
    )
    producer.flush(DEADLINE_SECONDS)
    error, message = stored[0] if stored else ("Kafka did not answer in time", None)
    if error is not None:
        raise SystemExit(f"The event was not stored: {error}")
    return f"{message.topic()}/{message.partition()}/{message.offset()}"


def wait_until_visible(contact_id, position):
    """The API answers when it has the position; while it does not, it says when to ask again."""
    headers = {"Authorization": f"Bearer {os.environ['API_KEY']}", "X-Wait-For-Position": position}
    end = time.monotonic() + DEADLINE_SECONDS
    while True:
        try:
            with urlopen(Request(f"{os.environ['API_URL']}/contacts/{contact_id}", headers=headers)) as response:
                return json.load(response)["data"]
        except HTTPError as error:
            if "Retry-After" not in error.headers or time.monotonic() > end:
                raise SystemExit(f"The API answers {error.code}: {error.read().decode()}") from None
            time.sleep(int(error.headers["Retry-After"]))


contact_id = f"python-{uuid.uuid4()}"
position = publish(contact_id)
print(f"stored at {position}")
print("visible:", json.dumps(wait_until_visible(contact_id, position)))
