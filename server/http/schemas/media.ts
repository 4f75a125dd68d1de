import { z } from 'zod'

/** `v` is the file that the address is of. */
export const mediaQuery = z.object({ v: z.string().max(80).optional() })
