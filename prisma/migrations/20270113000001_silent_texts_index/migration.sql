-- Texts whose delivery nobody has reported yet: few, because most are reported within seconds.
CREATE INDEX CONCURRENTLY "Message_silent" ON "Message" ("sentAt") WHERE channel = 'text' AND direction = 'outbound' AND status = 'sent' AND NOT "isAutomated" AND "voidedAt" IS NULL AND "silenceCountedAt" IS NULL;
