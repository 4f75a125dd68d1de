import { readFileSync } from 'node:fs'

export const getUserId = () => process.getuid?.() ?? -1
/** Root's commands go on as the owner of the data. */
export const isStartedByRoot = getUserId() === 0
export const getGroupId = () => process.getgid?.() ?? -1

/** For a sentence: `root`, or `the user 10001` where the system has no name for it. */
export function describeUser(uid = getUserId()) {
  if (uid === -1) return 'this user'
  return uid === 0 ? 'root' : `the user ${findName('/etc/passwd', uid) ?? uid}`
}

/** The owner as chown takes it. */
export function formatOwner(uid: number, gid: number) {
  return `${findName('/etc/passwd', uid) ?? uid}:${findName('/etc/group', gid) ?? gid}`
}

export function findUser(name: string, file = '/etc/passwd') {
  const [, , uid, gid] = readRows(file).find(([first]) => first === name) ?? []
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : null
}

function findName(file: string, id: number) {
  return readRows(file).find(([, , number]) => Number(number) === id)?.[0] ?? null
}

function readRows(file: string) {
  try {
    const lines = readFileSync(file, 'utf8').split('\n')
    return lines.filter(line => line.includes(':')).map(line => line.split(':'))
  } catch {
    return []
  }
}
