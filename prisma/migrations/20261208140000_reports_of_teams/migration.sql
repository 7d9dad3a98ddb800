-- The teams whose members see a report of visibility team, besides the members that it names.
ALTER TABLE "Report" ADD COLUMN "sharedWithTeamIds" text[] NOT NULL DEFAULT '{}';
