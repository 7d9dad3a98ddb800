import { nameDevice as t } from "./strings.ts";

interface Device {
  name: string;
  isMobile: boolean;
}

// Edge and Opera also call themselves Chrome, and all of them Safari: the first match wins.
const browsers: readonly [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:HeadlessChrome|Chrome|CriOS)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];

const systems: readonly [RegExp, string][] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMacintosh\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];

/** Describes a user agent, such as "Firefox on Windows". It is unverified and only helps to recognize one's own devices. */
export function nameDevice(userAgent: string | null): Device {
  const find = (names: readonly [RegExp, string][]) => names.find(([pattern]) => pattern.test(userAgent ?? ""))?.[1];
  const browser = find(browsers) ?? t.unknownBrowser;
  const system = find(systems);
  return {
    name: system === undefined ? browser : t.browserOn(browser, system),
    isMobile: /iPhone|Android.*Mobile/.test(userAgent ?? ""),
  };
}
