CREATE INDEX CONCURRENTLY "Lien_to_accept" ON "Lien" ("finalDemandExpiresOn") WHERE status IN ('identified', 'asserted', 'disputed', 'negotiating', 'final');
