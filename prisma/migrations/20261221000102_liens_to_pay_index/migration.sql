CREATE INDEX CONCURRENTLY "Lien_to_pay" ON "Lien" ("payByOn") WHERE status IN ('identified', 'asserted', 'disputed', 'negotiating', 'final');
