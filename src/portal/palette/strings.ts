import { catalog } from "../client/catalog.ts";

export const paletteButton = catalog({ goTo: "Go to", goToByKeys: "Go to (Ctrl+K)" });
