/** The live teams of an organization; one page lists them all. */
export const maxTeams = 200;
