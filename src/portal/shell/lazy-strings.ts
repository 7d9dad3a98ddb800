import { catalog } from "../client/catalog.ts";

export const landing = catalog({ continuing: "Continuing" });

export const navigationPanel = catalog({ closeMenu: "Close menu" });

export const switcherPanel = catalog({
  current: "Current",
  headquarters: "Headquarters",
  office: "Office",
  allOrganizations: "All organizations",
  recent: "Recent",
  switchOrganization: "Switch organization",
  organizations: "Organizations",
  organization: "Organization",
  noMatchingOrganizations: "No matching organizations",
});

export const unknownScreen = catalog({
  pageNotFound: "Page not found",
  pageNotFoundDescription: "Check the URL. The page may have moved.",
  goTo: (organizationName: string) => `Go to ${organizationName}`,
});
