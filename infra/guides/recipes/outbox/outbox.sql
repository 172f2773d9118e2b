-- The upstream's side of the transactional outbox, for PostgreSQL 13 or newer with wal_level=logical.
-- Run once, by the owner of the upstream's tables.

CREATE TABLE outbox (
  id uuid PRIMARY KEY,          -- meta.eventId
  topic text NOT NULL,          -- what the codec answers, e.g. crm.changes.v1
  key text NOT NULL,            -- what the codec answers
  value bytea NOT NULL,         -- what the codec answers: zero byte, schema id, Avro
  traceparent text,             -- W3C Trace Context of the request that made the change, or null
  written_at timestamptz NOT NULL DEFAULT now()
);
-- For the purge alone.
CREATE INDEX outbox_written_at ON outbox (written_at);

-- Inserts alone: the connector does not see the purge.
CREATE PUBLICATION fundlens_outbox FOR TABLE outbox WITH (publish = 'insert');

-- From here on PostgreSQL keeps what the connector has not confirmed.
SELECT pg_create_logical_replication_slot('fundlens_outbox', 'pgoutput');

-- SELECT is for the snapshot. Give it a password: ALTER ROLE outbox_connector PASSWORD '…'.
CREATE ROLE outbox_connector LOGIN REPLICATION;
GRANT SELECT ON outbox TO outbox_connector;
