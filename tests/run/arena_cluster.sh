# The job array on a Slurm cluster of one node, and GNU parallel over ssh to this machine (make
# check-long). What is missing is installed if TERNION_TEST_INSTALL is set and this is root; else
# its part is skipped.
. "$srcdir/tests/support/arena.bash"

have() { # have COMMAND...: all are there
    local command
    for command; do command -v "$command" >/dev/null || test -x "/usr/sbin/$command" || return 1; done
}
install() { # install PACKAGE...
    test -n "${TERNION_TEST_INSTALL:-}" && test "$(id -u)" -eq 0 && have apt-get &&
        DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@" >apt.log 2>&1
}
PATH=$PATH:/usr/sbin
daemons=()
finish() {
    test ${#daemons[@]} -eq 0 || kill "${daemons[@]}" 2>/dev/null
    sleep 0.5
    test ${#daemons[@]} -eq 0 || kill -9 "${daemons[@]}" 2>/dev/null
    rm -rf "$scratch"
}
trap finish EXIT
# port: one that nobody listens on.
port() {
    local p
    while p=$((20000 + RANDOM % 20000)); (exec 3<>"/dev/tcp/127.0.0.1/$p") 2>/dev/null; do :; done
    echo $p
}
# wait_for SECONDS COMMAND...: until it succeeds.
wait_for() {
    local _
    for _ in $(seq $((5 * $1))); do "${@:2}" >/dev/null 2>&1 && return 0; sleep 0.2; done
    return 1
}

cup=(--engine "cmd=$stub,name=a" --engine "cmd=$stub --seed 2,name=b" --engine "cmd=$stub --seed 3,name=c"
    --game qttt --openings random:2 --games 8 --seed 3)
run 100 "${cup[@]}" --display none --journal whole.db
content whole.db >whole
test "$status" -eq 0
ok "the run in one piece"

# The same as a tournament file, for machines that have to be sent one.
{
    printf '%s\n' 'game = qttt' 'openings = "random:2"' 'games = 8' 'seed = 3'
    printf 'engine "%s" { cmd = "%s" }\n' a "$stub" b "$stub --seed 2" c "$stub --seed 3"
} >cup.conf
run 100 run cup.conf --display none --journal file.db
test "$status" -eq 0 && content file.db | cmp - whole
ok "and as a tournament file"

# ---- Slurm: its own authentication, controller and node, in this directory and on free ports.

slurm_begin() {
    mkdir -p munge state spool && chmod 700 munge state spool && chmod 755 "$scratch" && chmod 711 munge
    dd if=/dev/urandom of=munge/key bs=1 count=1024 2>/dev/null && chmod 400 munge/key
    munged --force --foreground --socket="$scratch/munge/socket" --key-file="$scratch/munge/key" \
        --pid-file="$scratch/munge/pid" --log-file="$scratch/munge/log" --seed-file="$scratch/munge/seed" \
        --num-threads=1 >munged.out 2>&1 &
    daemons+=($!)
    wait_for 20 munge -n --socket="$scratch/munge/socket" || return 1
    cat >slurm.conf <<CONF
ClusterName=ternion
SlurmctldHost=$(hostname -s)(127.0.0.1)
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
AuthType=auth/munge
AuthInfo=socket=$scratch/munge/socket
CredType=cred/munge
SlurmctldPort=$(port)
SlurmdPort=$(port)
SlurmctldPidFile=$scratch/slurmctld.pid
SlurmdPidFile=$scratch/slurmd.pid
SlurmctldLogFile=$scratch/slurmctld.log
SlurmdLogFile=$scratch/slurmd.log
StateSaveLocation=$scratch/state
SlurmdSpoolDir=$scratch/spool
ProctrackType=proctrack/pgid
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
MpiDefault=none
ReturnToService=2
SchedulerParameters=sched_interval=1
KillWait=5
NodeName=$(hostname -s) NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
CONF
    export SLURM_CONF=$scratch/slurm.conf
    slurmctld -D >slurmctld.out 2>&1 &
    daemons+=($!)
    slurmd -D >slurmd.out 2>&1 &
    daemons+=($!)
    wait_for 60 slurm_is_up
}
slurm_is_up() { sinfo -h -o %T | grep -q idle; }
# job_is_over ID
job_is_over() { test -z "$(squeue -h -j "$1" -o %i 2>/dev/null)"; }

slurm_part() {
    local script=$srcdir/arena/slurm/shards.sbatch job join played
    export TERNION_ARENA=$arena
    slurm_begin
    ok "a cluster of one node runs"
    job=$(sbatch --parsable --array=1-4 "$script" 4 jobs "${cup[@]}" 2>out) &&
        join=$(sbatch --parsable --dependency=afterok:"$job" --wrap "'$arena' merge joined.db jobs/*.db" 2>out)
    ok "the job array is submitted, and a job that joins its journals behind it"
    wait_for 120 test -s jobs/1.db
    "$arena" show jobs >out 2>&1
    ok "show has the shards meanwhile"
    wait_for 300 job_is_over "$join"
    "$arena" show jobs >out 2>&1 && grep -q '^24 of 24 games (100.0 %)' out && test "$(grep -c complete out)" -eq 4
    ok "all shards are complete"
    cat slurm-*.out ternion-arena-*.log >out 2>/dev/null
    test -e joined.db && content joined.db | cmp - whole
    ok "the journal that Slurm has joined equals the run in one piece"

    # A shard that is cancelled in the middle, then submitted again by its number.
    slow=(--engine "cmd=$stub --fault late --sleep 60 --at 1,name=a" --engine "cmd=$stub,name=b" --game qttt --games 80)
    job=$(sbatch --parsable --array=1-2 "$script" 2 again "${slow[@]}" 2>out)
    wait_for 120 test -s again/1.db
    wait_for 120 some_games again/1.db
    scancel "${job}_1"
    wait_for 300 job_is_over "$job"
    played=$(csv again/1.db number | wc -l)
    test "$played" -lt 40 && test "$(csv again/2.db number | wc -l)" -eq 40
    ok "a cancelled task leaves a journal in the middle: $played of 40 games"
    job=$(sbatch --parsable --array=1 "$script" 2 again "${slow[@]}" 2>out)
    wait_for 300 job_is_over "$job"
    run 60 merge again.db again/1.db again/2.db && run 100 "${slow[@]}" --display none --journal slow.db
    content slow.db >one && content again.db | cmp - one
    ok "submitted again by its number it is finished, and all equals the run in one piece"

    # A sequential test over shards, which end when the coordinator has a verdict.
    even=(--engine "cmd=$stub,name=a" --engine "cmd=$stub,name=b" --game qttt --openings random:1 --seed 6 --sprt elo0=0,elo1=80)
    run 100 "${even[@]}" --display none --journal even.db
    sed -n '/^SPRT elo/,$p' out >one
    job=$(sbatch --parsable --array=1-2 "$script" 2 test "${even[@]}" 2>out)
    wait_for 120 test -d test
    run 300 sprt test --watch
    test "$status" -eq 5 && sed -n '/^SPRT elo/,$p' out | cmp - one
    ok "a sequential test over shards has the verdict of the run in one piece"
    wait_for 120 job_is_over "$job"
    test -s test/stop && test "$(wc -l <test/1.jsonl)" -lt 10000
    ok "which ends the shards"
}
some_games() { test "$(csv "$1" number | wc -l)" -ge 3; }

have slurmctld slurmd munged sbatch || install slurm-wlm munge
if have slurmctld slurmd munged sbatch; then
    slurm_part
else
    skip "the job array" "Slurm is not installed (Debian: slurm-wlm); TERNION_TEST_INSTALL=1 lets this test install it"
fi

# ---- GNU parallel: over ssh to a daemon of our own, or with local jobs.

ssh_begin() {
    mkdir -p keys && chmod 700 keys && mkdir -p /run/sshd 2>/dev/null
    ssh-keygen -q -t ed25519 -N '' -f keys/host && ssh-keygen -q -t ed25519 -N '' -f keys/user || return 1
    ssh_port=$(port)
    cat >sshd.conf <<CONF
Port $ssh_port
ListenAddress 127.0.0.1
HostKey $scratch/keys/host
AuthorizedKeysFile $scratch/keys/user.pub
PidFile $scratch/sshd.pid
StrictModes no
UsePAM no
PasswordAuthentication no
PermitRootLogin prohibit-password
CONF
    "$(command -v sshd)" -D -f "$scratch/sshd.conf" -E "$scratch/sshd.log" &
    daemons+=($!)
    remote="ssh -p $ssh_port -i $scratch/keys/user -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o LogLevel=ERROR -o BatchMode=yes 127.0.0.1"
    wait_for 20 $remote true
}

have parallel || install parallel
have sshd || install openssh-server
have rsync || install rsync
if ! have parallel; then
    skip "shards over ssh" "GNU parallel is not installed (Debian: parallel); TERNION_TEST_INSTALL=1 lets this test install it"
else
    where=() how="local jobs"
    if have sshd ssh && ssh_begin; then
        where=(-S "2/$remote") how="ssh"
    else
        echo "# no ssh to this machine: $(tail -n 1 sshd.log 2>/dev/null)"
    fi
    mkdir -p far
    seq 4 | HOME=$scratch parallel "${where[@]}" -j 1 --wd "$scratch" --retries 3 -q \
        "$arena" "${cup[@]}" --shard {}/4 --journal far/{}.db --concurrency 2 --display none >out 2>&1
    ok "parallel plays four shards ($how)"
    run 60 merge far.db far/1.db far/2.db far/3.db far/4.db && content far.db | cmp - whole
    ok "joined they equal the run in one piece"
    if test "$how" = ssh && have rsync; then
        mkdir -p back && cp cup.conf back && cd back || exit 99
        seq 4 | HOME=$scratch parallel "${where[@]}" -j 1 --wd ... --transferfile cup.conf --return {}.db --cleanup -q \
            "$arena" run cup.conf --shard {}/4 --journal {}.db --display none >../out 2>&1
        cd ..
        run 60 merge back.db back/1.db back/2.db back/3.db back/4.db && content back.db | cmp - whole
        ok "so do journals that come back from machines without a shared directory, where the tournament file went"
    fi
fi
done_testing
