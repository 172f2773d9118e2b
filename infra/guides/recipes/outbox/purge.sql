-- Daily. Only while the connector runs and has caught up: a connector without stored offsets (first start, lost volume) or without
-- its slot reads this table and not the WAL from before, so that a row that was purged unsent would be lost.
DELETE FROM outbox
WHERE written_at < now() - interval '7 days'
  AND EXISTS (
    SELECT FROM pg_replication_slots
    WHERE slot_name = 'fundlens_outbox' AND active
      AND pg_wal_lsn_diff(pg_current_wal_lsn(), confirmed_flush_lsn) < 64 * 1024 * 1024
  )
RETURNING id;
