/** Whether single keys work in this browser: one choice for all of the back office, which its owner may change. */

const OFF = "loop-keys-off";
const CHANGED = "loop-keys";

export const areKeysOn = () => localStorage.getItem(OFF) === null;

export function switchKeys(isOn: boolean): void {
  if (isOn) localStorage.removeItem(OFF);
  else localStorage.setItem(OFF, "1");
  dispatchEvent(new Event(CHANGED));
}

/** Runs now and after each change, also of another script on the page. */
export function followKeys(update: () => void): void {
  addEventListener(CHANGED, update);
  update();
}
