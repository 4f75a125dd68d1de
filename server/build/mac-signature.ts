import { createHash } from 'node:crypto'

/** See mach-o/loader.h and cs_blobs.h. macOS runs only files that match their signatures. */
const MACH_O_64 = 0xfeedfacf
const LC_CODE_SIGNATURE = 0x1d
const CODE_DIRECTORY = 0xfade0c02
const SHA_256 = 2

/** Returns null if the signature matches the file, otherwise the second half of a sentence. */
export function findSignatureProblem(file: Buffer): string | null {
  const start = findSignature(file)
  if (start === null) return 'it has no signature'
  const signature = file.subarray(start)
  const directory = signature.subarray(findCodeDirectory(signature))
  if (directory.readUInt32BE(0) !== CODE_DIRECTORY) return 'its signature lists no pages'
  const [hashesAt, count, limit] = [16, 28, 32].map(at => directory.readUInt32BE(at))
  const [hashBytes = 0, kind, , pageShift = 0] = directory.subarray(36, 40)
  if (kind !== SHA_256) return 'its signature has hashes of another kind'
  // The signature itself comes last and is not signed.
  if (limit !== start) return 'its signature covers a part of it'
  for (let page = 0; page < (count ?? 0); page++) {
    const content = file.subarray(page << pageShift, Math.min((page + 1) << pageShift, start))
    const hash = createHash('sha256').update(content).digest().subarray(0, hashBytes)
    const at = (hashesAt ?? 0) + page * hashBytes
    if (!hash.equals(directory.subarray(at, at + hashBytes))) return 'it differs from its signature'
  }
  return null
}

function findSignature(file: Buffer) {
  if (file.readUInt32LE(0) !== MACH_O_64) return null
  let at = 32
  for (let count = file.readUInt32LE(16); count > 0; count--) {
    if (file.readUInt32LE(at) === LC_CODE_SIGNATURE) return file.readUInt32LE(at + 8)
    at += file.readUInt32LE(at + 4)
  }
  return null
}

const findCodeDirectory = (signature: Buffer) => signature.readUInt32BE(16)
