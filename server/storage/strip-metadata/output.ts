/** More than the orientation that replaces other metadata. */
const SPARE_BYTES = 64

/** A picture of 10 MB has a tenth of it. */
export const MAX_PARTS = 20_000

/** Copies parts of an image one after the other. */
export function createOutput(image: Uint8Array) {
  const output = Buffer.alloc(image.byteLength + SPARE_BYTES)
  let length = 0
  let parts = 0
  return {
    /** Call it for each part that is read. Throws if a hostile file has a million tiny ones. */
    countPart() {
      if (++parts > MAX_PARTS) throw new Error('too many parts')
    },
    write(...parts: Uint8Array[]) {
      for (const part of parts) {
        output.set(part, length)
        length += part.byteLength
      }
    },
    take: () => output.subarray(0, length),
  }
}
