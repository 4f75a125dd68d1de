import { join, win32 } from 'node:path'

export const AS_ADMINISTRATOR =
  'Open a command prompt with "Run as administrator", and run this command there.'

const FOLDER = 'Clinic Queue'

export type ServicePaths = ReturnType<typeof getServicePaths>

export function getServicePaths({ ProgramFiles, ProgramData, SystemRoot }: NodeJS.ProcessEnv) {
  const programs = win32.join(ProgramFiles || 'C:\\Program Files', FOLDER)
  const home = win32.join(ProgramData || 'C:\\ProgramData', FOLDER)
  return {
    programs,
    /** Avoids PATH, because a folder of downloads may have programs with the same names. */
    commands: win32.join(SystemRoot || 'C:\\Windows', 'System32'),
    program: win32.join(programs, 'clinic-queue.exe'),
    home,
    data: win32.join(home, 'data'),
    settings: win32.join(home, 'clinic-queue.env'),
    task: win32.join(home, 'task.xml'),
  }
}

export const getLogFile = (data: string) => join(data, 'logs', 'clinic-queue.log')

/** Returns null unless the running program is the one that `install` copied. */
export function findWindowsService(env: NodeJS.ProcessEnv) {
  if (process.platform !== 'win32' || !Bun.isStandaloneExecutable) return null
  const paths = getServicePaths(env)
  return process.execPath.toLowerCase() === paths.program.toLowerCase() ? paths : null
}
