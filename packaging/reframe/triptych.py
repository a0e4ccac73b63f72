# A ReFrame test: for an installed Triptych, each hotspot's offload on the GPU, held to bits and watched for time.
#
#   reframe -c packaging/reframe/triptych.py -r
#   reframe -c packaging/reframe/triptych.py -r -S program=/opt/triptych/bin/triptych -S gpus_per_node=gpu:1
import reframe as rfm
import reframe.utility.sanity as sn

HOTSPOTS = {
    "blur": "width=3840,height=2160,passes=100",
    "dot": "n=268435456",
    "julia": "size=5000",
    "laplace": "n=6000,steps=104",
    "mandelbrot": "resolution=4000",
    "matmul": "n=4096",
    "moldyn": "particles=1000003,steps=2",
    "vecadd": "n=134217728",
}


@rfm.simple_test
class TriptychTest(rfm.RunOnlyRegressionTest):
    descr = "A hotspot's offload path: the reference's bits, and its time"
    valid_systems = ["*"]
    valid_prog_environs = ["*"]
    hotspot = parameter(sorted(HOTSPOTS))
    program = variable(str, value="triptych")

    @run_before("run")
    def set_command(self):
        self.executable = self.program
        self.executable_opts = ["bench", self.hotspot, "--path", "offload", "--variant", "tuned",
                                "--require-offload=gpu", "--fom", "--set", HOTSPOTS[self.hotspot]]

    @sanity_function
    def agrees(self):
        return sn.assert_found(r"^VERDICT: ok$", self.stdout)

    @run_before("performance")
    def set_figures(self):
        for precision in "float", "double":
            name = f"{self.hotspot}.offload.tuned.{precision}"
            figure = sn.extractsingle(rf"^FOM {name}\S*: (\S+) ms$", self.stdout, 1, float)
            self.perf_variables[precision] = sn.make_performance_function(figure, "ms")
