/**
 * Starts `content` only when the stream is read, so never for HEAD. Ends it if the browser gives
 * up. Calls `assertAllowed` before each later chunk, so a download fails when its right has ended.
 */
export function streamChunks(
  content: AsyncIterable<Uint8Array | string>,
  assertAllowed: () => Promise<unknown>,
) {
  const chunks = content[Symbol.asyncIterator]()
  const encoder = new TextEncoder()
  let hasBegun = false
  const source: UnderlyingDefaultSource<Uint8Array> = {
    async pull(controller) {
      const { done, value } = await chunks.next()
      if (done) return controller.close()
      try {
        if (hasBegun) await assertAllowed()
        hasBegun = true
      } catch (cause) {
        await chunks.return?.()
        throw cause
      }
      controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value)
    },
    async cancel() {
      await chunks.return?.()
    },
  }
  return new ReadableStream<Uint8Array>(source, { highWaterMark: 0 })
}
