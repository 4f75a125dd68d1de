/** What is paired with the clinic: a TV shows, a kiosk registers. */
export const TV_KINDS = ['tv', 'kiosk'] as const
export type TvKind = (typeof TV_KINDS)[number]
