-- Known devices have lanes of their own at the limits of sign-in; no table, because their cookies are encrypted and hold all of it.
-- Ending sessions raises the generation and so makes earlier cookies void.
ALTER TABLE "User" ADD COLUMN "deviceGeneration" integer NOT NULL DEFAULT 0;

-- Wrong codes of sessions and known devices, counted apart from those of others who have the password.
ALTER TABLE "TwoFactor"
  ADD COLUMN "knownFailureCount" integer NOT NULL DEFAULT 0,
  ADD COLUMN "knownLockedUntil" timestamptz(3);
