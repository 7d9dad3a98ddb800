-- Reports of cases say whether an incident precedes the client's birth (decision 0130).
GRANT SELECT ("dateOfBirth") ON "Client" TO caseport_reader;
