-- Passkeys, in Better Auth's shape. They belong to people, as second factors do, and so to no organization.
CREATE TABLE "Passkey" (
  id             text           NOT NULL,
  "userId"       text           NOT NULL,
  name           text,
  "publicKey"    text           NOT NULL,
  "credentialID" text           NOT NULL,
  counter        bigint         NOT NULL,
  "deviceType"   text           NOT NULL,
  "backedUp"     boolean        NOT NULL,
  transports     text,
  aaguid         text,
  "createdAt"    timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "lastUsedAt"   timestamptz(3),
  CONSTRAINT "Passkey_pkey" PRIMARY KEY (id),
  CONSTRAINT "Passkey_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" (id) ON DELETE CASCADE ON UPDATE RESTRICT
);
CREATE UNIQUE INDEX "Passkey_credentialID_key" ON "Passkey" ("credentialID");
CREATE INDEX "Passkey_userId_idx" ON "Passkey" ("userId");
GRANT SELECT, INSERT, UPDATE, DELETE ON "Passkey" TO caseport_application;
