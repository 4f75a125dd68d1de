/** More than the orientation that replaces other metadata. */
const SPARE_BYTES = 64

/** Copies parts of an image one after the other. */
export function createOutput(image: Uint8Array) {
  const output = Buffer.alloc(image.byteLength + SPARE_BYTES)
  let length = 0
  return {
    write(...parts: Uint8Array[]) {
      for (const part of parts) {
        output.set(part, length)
        length += part.byteLength
      }
    },
    take: () => output.subarray(0, length),
  }
}
