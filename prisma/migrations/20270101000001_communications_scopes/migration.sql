-- Keys that were given these scopes before they had operations keep them without effect, until somebody turns them on.
CALL hold_back_scopes('communications:read', 'communications:write', 'communications:content');

-- Contracts: both checks only allow more than before, so that no row breaks them: no key has the scope yet.
ALTER TABLE "IntegrationKey" DROP CONSTRAINT "IntegrationKey_elevated_expiry_ceiling";
ALTER TABLE "IntegrationKey" ADD CONSTRAINT "IntegrationKey_elevated_expiry_ceiling" CHECK (
  NOT (scopes && '{medical:read,medical:write,clients:pii,settlements:write,trust:read,trust:write,members:write,notes:privileged,communications:content}'::text[]) OR "expiresAt" <= "expirySetAt" + interval '1 year') NOT VALID;
ALTER TABLE "ScopeRequest" DROP CONSTRAINT "ScopeRequest_scope";
ALTER TABLE "ScopeRequest" ADD CONSTRAINT "ScopeRequest_scope" CHECK (
  scope = ANY ('{medical:read,medical:write,clients:pii,settlements:write,trust:read,trust:write,members:write,notes:privileged,communications:content}'::text[])) NOT VALID;
