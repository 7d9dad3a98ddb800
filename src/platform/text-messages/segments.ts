import { SegmentedMessage } from "sms-segments-calculator";

export interface SegmentCount {
  encoding: "GSM-7" | "UCS-2";
  segments: number;
}

/** As carriers count and bill the parts of a text: 160 or 153 characters of GSM-7, 70 or 67 of UCS-2 (0211). */
export function countSegments(text: string): SegmentCount {
  const { encodingName, segmentsCount } = new SegmentedMessage(text);
  return { encoding: encodingName, segments: segmentsCount };
}
