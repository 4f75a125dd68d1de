/**
 * Begins when it is read, and not for HEAD. Ends the iterator, too, when the browser gives up.
 * `assertAllowed` is called before each later chunk: the download fails when its right has ended.
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
