/** Whether the shop is open at a moment; the shop is in London, in winter. */
export function isOpen(moment) {
  const hour = moment.getUTCHours();
  return hour >= 9 && hour < 18;
}
