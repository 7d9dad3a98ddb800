-- AlterTable
ALTER TABLE "IntegrationKey" ADD COLUMN     "unconfirmedScopes" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- A scope exists when its operations do (src/contract/scopes.ts). Keys that were given its name before would hold it from one version to the next:
-- they keep it apart, without effect, until somebody turns it on. A migration that comes with a scope which keys may have calls this.
CREATE PROCEDURE hold_back_scopes(VARIADIC names text[]) LANGUAGE plpgsql AS $$
BEGIN
  -- Row-level security binds the owner, too, while it is forced.
  ALTER TABLE "IntegrationKey" NO FORCE ROW LEVEL SECURITY;
  UPDATE "IntegrationKey" k SET
    "unconfirmedScopes" = ARRAY(SELECT s FROM unnest(k."unconfirmedScopes" || k.scopes) s WHERE s = ANY (k."unconfirmedScopes") OR s = ANY (names)),
    scopes = ARRAY(SELECT s FROM unnest(k.scopes) WITH ORDINALITY AS t(s, place) WHERE s <> ALL (names) ORDER BY place)
  WHERE k.scopes && names;
  ALTER TABLE "IntegrationKey" FORCE ROW LEVEL SECURITY;
END $$;
REVOKE ALL ON PROCEDURE hold_back_scopes(text[]) FROM PUBLIC;
CALL hold_back_scopes('notes:read', 'notes:write');
