CREATE INDEX CONCURRENTLY "NotificationPreference_docket" ON "NotificationPreference" ("docketedOn") WHERE docket <> 'none';
