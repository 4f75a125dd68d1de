/** What is paired with the clinic: a TV shows, a kiosk registers. */
export const TV_KINDS = ['tv', 'kiosk'] as const
export type TvKind = (typeof TV_KINDS)[number]

/** What it is called on screens and in sentences. */
export const KIND_NAMES: Record<TvKind, 'TV' | 'kiosk'> = { tv: 'TV', kiosk: 'kiosk' }
