-- purge_idempotency_records picks its rows with FOR UPDATE SKIP LOCKED, for which PostgreSQL wants the right to update a
-- column and a policy for updates: without them every purge was refused. The keeper may lock rows and still change none.
GRANT UPDATE ("expiresAt") ON "IdempotencyRecord" TO caseport_keeper;
CREATE POLICY keeper_locks ON "IdempotencyRecord" FOR UPDATE TO caseport_keeper USING (true) WITH CHECK (false);
