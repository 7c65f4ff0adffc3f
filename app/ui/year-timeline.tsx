import { START_BY_DATE } from "../domain/diary/loops/starting";
import { PHOTOS_A_WEEK } from "../domain/diary/rules/photo-rules";
import { numberInWords } from "../domain/kernel/text/numbers";
import { Timeline } from "./timeline";

/** What happens from the first day to the book; `today` is how the year begins here. */
export function YearTimeline({ today }: { readonly today: string }) {
  const photos = `a photo or ${numberInWords(PHOTOS_A_WEEK)}`;
  return (
    <Timeline
      items={[
        { title: "Today", text: today },
        { title: "Next", text: START_BY_DATE },
        { title: "Every week", text: `One question, ${photos}, about five minutes` },
        { title: "After a year", text: "We print your hardback and deliver it in the UK" },
      ]}
    />
  );
}
