-- Teams can choose the member who has the fewest open tasks.
ALTER TABLE "Team" DROP CONSTRAINT "Team_rule";
ALTER TABLE "Team" ADD CONSTRAINT "Team_rule" CHECK ("assignmentRule" = ANY ('{manual,round_robin,least_loaded}')) NOT VALID;
