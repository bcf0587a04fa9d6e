/** A requirements document whose one item was reviewed and ticked before: an audit needs no recovery review of it. */
export const reviewed = { 'REQUIREMENTS.md': '- [x] REQ-001 there is a base (review_cycles: 1)\n' };
