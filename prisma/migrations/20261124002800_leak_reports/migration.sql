-- Who reported a key's secret as leaked, which paused the key; null when it was resumed.
ALTER TABLE "IntegrationKey" ADD COLUMN "leakReportedBy" text;
