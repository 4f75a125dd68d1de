import type { Stats } from 'node:fs'
import { describeReadOnlyMount } from './mounts.ts'
import { IS_WINDOWS, quoteForShell } from './program.ts'
import { describeUser, formatOwner, getGroupId, getUserId } from './unix-names.ts'

/** `result` is the first half of a sentence, `cure` what to do about it. */
export type AccessProblem = { result: string; cure: string }

export type Kind = 'file' | 'folder' | 'socket'
export type Entry = { path: string; kind: Kind; info: Stats }

const NOT_DAMAGED = 'The data is not damaged.'

/** Why a file or folder that is there cannot be written, by the code of the refusal. */
export function explainRefusal(
  entry: Entry,
  folder: Entry,
  code: string,
  isServing: boolean,
): AccessProblem {
  const { path, info } = entry
  const quoted = quoteForShell(path)
  if (code === 'EROFS') return describeReadOnlyMount(path)
  if (IS_WINDOWS) {
    const cure = `Close the program that uses it, or run as administrator: attrib -R ${quoted}`
    return { result: `${path} cannot be written (${code})`, cure }
  }
  if (code === 'EPERM') {
    const result = `${path} is marked as unchangeable. ${NOT_DAMAGED}`
    return { result, cure: `Run: sudo chattr -i -a ${quoted}` }
  }
  if (code !== 'EACCES') {
    return { result: `${path} cannot be opened (${code})`, cure: 'Check the disk.' }
  }
  if (folder.info.uid !== getUserId()) return explainFolderOwner(folder, isServing)
  if (info.uid !== folder.info.uid) return explainOwner(entry, folder.info, folder.path)
  const mode = (info.mode & 0o777).toString(8)
  const result = `its owner, ${describeUser(info.uid)}, may not write ${path} (mode ${mode}). ${NOT_DAMAGED}`
  return {
    result,
    cure: `Run: ${sudo()}chmod ${entry.kind === 'file' ? 'u+rw' : 'u+rwx'} ${quoted}`,
  }
}

export function explainOwner({ path, info }: Entry, owner: Stats, dataDir: string): AccessProblem {
  const isDatabase = info === owner
  const result = isDatabase
    ? `${path} belongs to ${describeUser(info.uid)}, but its folder to root`
    : `${path} belongs to ${describeUser(info.uid)}, and ${describeUser(owner.uid)} may not write it`
  const cure = `Run: sudo chown -R ${formatOwner(owner.uid, owner.gid)} ${quoteForShell(dataDir)}`
  return { result: `${result}. ${NOT_DAMAGED}`, cure }
}

function explainFolderOwner({ path, info }: Entry, isServing: boolean): AccessProblem {
  const user = describeUser()
  const result = `the data folder ${path} belongs to ${describeUser(info.uid)}, and ${user} may not write it. ${NOT_DAMAGED}`
  if (!isServing && info.uid !== getUserId()) {
    return { result, cure: 'Run the same command with sudo.' }
  }
  const owner = formatOwner(getUserId(), getGroupId())
  const chown = `sudo chown -R ${owner} ${quoteForShell(path)}`
  if (info.uid === 0) return { result, cure: `Run: ${chown}` }
  const cure = `Run it with sudo: it then goes on as ${describeUser(info.uid)}. Or give the folder to ${user}: ${chown}`
  return { result, cure }
}

const sudo = () => (IS_WINDOWS ? '' : 'sudo ')
export const move = () => (IS_WINDOWS ? 'move' : 'sudo mv')
