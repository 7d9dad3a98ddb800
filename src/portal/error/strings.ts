import { catalog } from "../client/catalog.ts";

export const errorScreen = catalog({
  title: "Could not load this screen",
  nothingWasChanged: "Nothing was changed. Reload the page to try again.",
  reload: "Reload page",
});
