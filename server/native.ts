/**
 * libSQL loads its addon by a computed name, which no bundler can follow. In the single binary that name is
 * answered with the addon that was embedded; platform and architecture fold to the target, so only one is.
 */
if (Bun.isStandaloneExecutable) {
  const addon = embedded()
  Bun.plugin({
    name: 'libsql-addon',
    setup(build) {
      for (const name of [
        'linux-x64-gnu',
        'linux-arm64-gnu',
        'win32-x64-msvc',
        'darwin-arm64',
        'darwin-x64',
      ]) {
        build.module(`@libsql/${name}`, () => ({ exports: addon, loader: 'object' }))
      }
    },
  })
}

/** Written out, because only the plain names fold while it is built. */
function embedded() {
  if (process.platform === 'linux' && process.arch === 'x64') {
    return require('@libsql/linux-x64-gnu/index.node')
  }
  if (process.platform === 'linux' && process.arch === 'arm64') {
    return require('@libsql/linux-arm64-gnu/index.node')
  }
  if (process.platform === 'win32' && process.arch === 'x64') {
    return require('@libsql/win32-x64-msvc/index.node')
  }
  if (process.platform === 'darwin' && process.arch === 'arm64') {
    return require('@libsql/darwin-arm64/index.node')
  }
  if (process.platform === 'darwin' && process.arch === 'x64') {
    return require('@libsql/darwin-x64/index.node')
  }
}
