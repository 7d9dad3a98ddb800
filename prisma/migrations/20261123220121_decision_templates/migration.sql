-- Texts that platform administrators reuse in decisions on elevated scopes. They belong to no organization.
CREATE TABLE "DecisionTemplate" (
  id          text           NOT NULL,
  name        text           NOT NULL,
  text        text           NOT NULL,
  "createdAt" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "DecisionTemplate_pkey" PRIMARY KEY (id)
);
CREATE UNIQUE INDEX "DecisionTemplate_name_key" ON "DecisionTemplate" (name);
GRANT SELECT, INSERT, UPDATE, DELETE ON "DecisionTemplate" TO caseport_application;

INSERT INTO "DecisionTemplate" (id, name, text) VALUES
  ('dtp_01kb1zn0000000000000000001', 'Granted for its purpose', 'Granted to {key} for the stated purpose only. Request a renewal before it lapses.'),
  ('dtp_01kb1zn0000000000000000002', 'Purpose is not specific', 'The purpose does not say why {key} needs {scope}. Request it again and name the records and the process.'),
  ('dtp_01kb1zn0000000000000000003', 'Use what it has first', '{key} of {organization} has elevated scopes that it does not use. Remove them, then request {scope} again.');
