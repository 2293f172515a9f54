// A stand-in for Jenkins that runs a declarative Jenkinsfile: `sh` runs its command, the
// steps of `post` are printed, and the exit status is that of the first command that failed.
int failed = 0

def shell = { String command ->
    def process = ['sh', '-xe', '-c', command].execute()
    process.waitForProcessOutput(System.out, System.out)
    if (process.exitValue() != 0) {
        failed = process.exitValue()
        throw new RuntimeException("script returned exit code ${failed}")
    }
}

def binding = new Binding()
def block = { Closure body -> body() }
['pipeline', 'stages', 'steps', 'post', 'always'].each { binding.setVariable(it, block) }
binding.setVariable('sh', shell)
binding.setVariable('agent', { body -> })
binding.setVariable('sarif', { Map options -> "sarif${options}" })
['junit', 'recordIssues', 'archiveArtifacts'].each { name ->
    binding.setVariable(name, { Map options -> println "post: ${name} ${options}" })
}
def error = null
binding.setVariable('stage', { String name, Closure body ->
    // A stage has steps and, whether they fail or not, a post section.
    body.delegate = new Expando(
        steps: { Closure steps ->
            if (error == null) {
                try { steps() } catch (RuntimeException e) { error = e }
            }
        },
        post: { Closure post -> post() }
    )
    body.resolveStrategy = Closure.DELEGATE_FIRST
    body()
})
new GroovyShell(binding).evaluate(new File('Jenkinsfile'))
System.exit(failed)
