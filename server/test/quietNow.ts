/** Quiet hours in UTC, two of them from this one on: nothing is mailed or pushed until they are taken back. */
export function quietNow(): { from: string; to: string } {
  const hour = new Date().getUTCHours();
  const at = (hours: number) => `${String((hour + hours) % 24).padStart(2, '0')}:00`;
  return { from: at(0), to: at(2) };
}
