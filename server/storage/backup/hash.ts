import { createReadStream } from 'node:fs'

export async function sha256Of(chunks: AsyncIterable<Uint8Array>) {
  const hasher = new Bun.CryptoHasher('sha256')
  for await (const chunk of chunks) hasher.update(chunk)
  return hasher.digest('hex')
}

export function sha256OfFile(path: string) {
  return sha256Of(createReadStream(path, { highWaterMark: 1024 * 1024 }))
}
