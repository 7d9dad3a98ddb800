-- Fails if another transaction holds the idempotency key (IK001), or if a response is stored under it (IK002): what a request sends in the same
-- round trip is then not executed (rpc/call/idempotency.ts).
CREATE FUNCTION claim_idempotency_key(_organization text, _integration_key text, _idempotency_key text, _lock bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT pg_try_advisory_xact_lock(_lock) THEN
    RAISE EXCEPTION 'the idempotency key is in use' USING ERRCODE = 'IK001';
  END IF;
  -- A statement of its own, so that it sees what the last holder of the lock committed.
  PERFORM 1 FROM "IdempotencyRecord" r
  WHERE r."organizationId" = _organization AND r."keyId" = _integration_key AND r."idempotencyKey" = _idempotency_key AND r."expiresAt" > now();
  IF FOUND THEN
    RAISE EXCEPTION 'a response is stored under the idempotency key' USING ERRCODE = 'IK002';
  END IF;
END $$;
