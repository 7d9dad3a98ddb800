/** The ways to add a feed to a calendar application. Each has the secret URL. */
export interface FeedLinks {
  /** Opens the calendar application of a phone or a Mac, which then prompts to subscribe. */
  webcal: string;
  google: string;
  outlook: string;
}

/**
 * @param url of the feed
 * @param name as which Outlook adds it; Google and Apple take the name that the feed has
 */
export function describeFeedLinks(url: string, name: string): FeedLinks {
  const webcal = url.replace(/^https?:/, "webcal:");
  return {
    webcal,
    // Google subscribes to what has the webcal scheme; an https URL it takes for the ID of a calendar.
    google: `https://calendar.google.com/calendar/r?${new URLSearchParams({ cid: webcal })}`,
    // Outlook on the web takes no other scheme than https.
    outlook: `https://outlook.office.com/calendar/0/addfromweb?${new URLSearchParams({ url, name })}`,
  };
}
